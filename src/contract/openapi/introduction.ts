import { LIMITS } from '../limits.ts'

/** What a reader needs before the first call. Markdown. */
export const INTRODUCTION = `
A merchant's backend creates a **session**, sends the shopper to its \`url\`, and learns by a signed **notification** that it is paid.

**Keys.** Every call but the health check carries \`X-Api-Key: hp_live_…\` or \`hp_test_…\`. Keys belong in backends: a request with an \`Origin\` header is refused.

**Money** is an integer of minor units with an ISO 4217 code: \`25990\` of \`BRL\` is R$ 259,90; \`1990\` of \`JPY\` is ¥1,990. **Time** is RFC 3339 in UTC.

**Bodies** are JSON in UTF-8 of at most ${LIMITS.bodyBytesMax / 1024} KiB. A field that a call does not know is refused by name, and every problem of a body is reported at once. **Answers** may get new fields, and lists of names new members: ignore what you do not know. In a session every field is always present; what is absent is \`null\`.

**Refusals** are problem documents (RFC 9457). Switch over \`code\`; every code is explained at \`/docs#code\`. A declined payment is no refusal: the answer is 200 and \`payment.status\` is \`failed\`.

**Repeating** a POST of a merchant is safe with an \`Idempotency-Key\`: for ${LIMITS.idempotencyHours} hours the same key and body get the first answer again. A request that was refused has changed nothing, and may be made again with the same key.
`.trim()
