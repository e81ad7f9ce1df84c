import type { Processor } from './processor.ts'

/** Caches the card encryption key: every page needs it, and it does not change. Failures are not cached. */
export function cacheEncryptionKey(processor: Processor): Processor {
  let key: ReturnType<Processor['cardEncryptionKey']> | undefined
  // A prototype, not a spread: the processor may be a class instance.
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
