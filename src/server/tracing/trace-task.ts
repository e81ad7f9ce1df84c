import type { Tracer } from './tracer.ts'

/** Makes each run of a task a trace of its own. */
export function traceTask<T>(
  tracer: Tracer | undefined,
  name: string,
  task: () => Promise<T>,
): () => Promise<T> {
  return tracer === undefined ? task : () => tracer.inSpan({ name }, task)
}
