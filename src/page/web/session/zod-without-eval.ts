import * as z from 'zod/mini'

// zod probes `new Function` when a schema is made; under the page's CSP that is a violation report on every visit.
// Imported before the first schema.
z.config({ jitless: true })
