import * as z from 'zod/mini'

// zod probes `new Function` when it creates a schema, which the page's CSP would report as a violation on every visit.
// Import this before the first schema.
z.config({ jitless: true })
