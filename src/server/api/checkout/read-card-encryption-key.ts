import type { Handler } from '../handler.ts'
import { done, refuse } from '../../service/outcome.ts'

export const NO_CARDS = refuse('payments_unavailable', "No processor's account takes cards.")

export const readCardEncryptionKey: Handler<'readCardEncryptionKey'> = async ({ processors }) => {
  const processor = processors.forMethod('card')
  return processor === undefined ? NO_CARDS : done(await processor.cardEncryptionKey())
}
