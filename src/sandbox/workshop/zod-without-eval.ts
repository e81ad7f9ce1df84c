import { z } from 'zod'

// zod probes `new Function` when a schema is made, which the content security policy of these pages refuses.
// Imported before the first schema.
z.config({ jitless: true })
