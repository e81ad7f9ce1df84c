import type { html } from 'hono/html'

/** HTML whose values were escaped. */
export type Html = ReturnType<typeof html>
