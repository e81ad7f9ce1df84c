import type { Processor } from './processor.ts'

/** The key to which browsers encrypt is asked for once: every page needs it, and it does not change. */
export function rememberKey(processor: Processor): Processor {
  let key: ReturnType<Processor['cardEncryptionKey']> | undefined
  // An operator's processor may be an instance of a class: its own methods stay its own.
  return Object.assign(Object.create(processor) as Processor, {
    cardEncryptionKey() {
      key ??= processor.cardEncryptionKey().catch((error: unknown) => {
        key = undefined
        throw error
      })
      return key
    },
  })
}
