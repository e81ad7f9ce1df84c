import { z } from 'zod'

/** Where the process of the pages measures a part of itself. */
export const MEASURE_PATH = '/measure'

/** Which part, and for which sessions. It answers with microseconds of processor time for one. */
export const ShownSessions = z.object({
  part: z.enum(['read', 'page', 'asOne']),
  references: z.array(z.string()).min(1),
  acceptEncoding: z.string(),
})
export type ShownSessions = z.infer<typeof ShownSessions>
