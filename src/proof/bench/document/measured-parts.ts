import { z } from 'zod'

/** The path of the route by which the process that serves pages measures one part of its work. */
export const MEASURE_PATH = '/measure'

/** The request: which part to measure, and for which sessions. The answer is the processor time per session, in microseconds. */
export const ShownSessions = z.object({
  part: z.enum(['read', 'page']),
  references: z.array(z.string()).min(1),
  acceptEncoding: z.string(),
})
export type ShownSessions = z.infer<typeof ShownSessions>
