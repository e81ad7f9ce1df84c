import type { html } from 'hono/html'

/** HTML with escaped values. */
export type Html = ReturnType<typeof html>
