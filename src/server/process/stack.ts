/** Opened resources, closed in reverse order. */
export interface Stack {
  add(name: string, close: () => Promise<void>): void
  close(): Promise<void>
}

export function createStack(onError: (name: string, error: unknown) => void): Stack {
  const opened: { name: string; close: () => Promise<void> }[] = []
  return {
    add(name, close) {
      opened.push({ name, close })
    },
    async close() {
      for (const { name, close } of opened.splice(0).toReversed())
        await close().catch((error: unknown) => onError(name, error))
    },
  }
}
