import { accept, type Handler } from '../handler.ts'

export const readCardEncryptionKey: Handler<'readCardEncryptionKey'> = async ({ processor }) =>
  accept(await processor.cardEncryptionKey())
