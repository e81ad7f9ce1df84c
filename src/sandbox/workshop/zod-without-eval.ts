import { z } from 'zod'

// zod probes `new Function` when the first schema is created, which the CSP of these pages refuses: import this before
// any schema.
z.config({ jitless: true })
