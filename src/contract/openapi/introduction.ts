import { IMAGE_TYPES } from '../image.ts'
import { LIMITS } from '../limits.ts'

/** What a reader needs before the first call. Markdown. */
export const INTRODUCTION = `
A merchant's backend creates a **session**, sends the shopper to its \`url\`, and learns by a signed **notification** that it is paid.

**Keys.** Every call but the health check carries \`X-Api-Key: hp_live_…\` or \`hp_test_…\`. Keys belong in backends: a request with an \`Origin\` header is refused.

**Money** is an integer of minor units with an ISO 4217 code: \`25990\` of \`BRL\` is R$ 259,90; \`1990\` of \`JPY\` is ¥1,990. **Time** is RFC 3339 in UTC.

**Bodies** are JSON in UTF-8 of at most ${LIMITS.bodyBytesMax / 1024} KiB; that of a session may have ${LIMITS.sessionBodyBytesMax} bytes, so that each field can have its limit, of which at most ${LIMITS.bodyBytesMax / 1024} KiB stand outside of texts: send texts as they are in UTF-8, without \`\\u\` escapes. A field that a call does not know is refused by name, and every problem of a body is reported at once, also what breaks the rules below: in \`errors\`, each with its \`path\`, the same place as a JSON \`pointer\` (\`#/metadata/a.b\`), a stable \`code\` and a message for people. The codes of single values are \`required\`, \`unknown_field\`, \`invalid_type\`, \`invalid_value\`, \`invalid_format\`, \`invalid_characters\`, \`invalid_url\`, \`reserved_parameter\`, \`invalid_key\`, \`invalid_union\`, \`too_small\`, \`too_big\` and \`repeated\`. **Texts** are trimmed; their \`maxLength\` counts Unicode code points, as JSON Schema does. Control characters other than tab and line feed are refused, and so are surrogates without their other half, a text of invisible characters alone, and a field that is named twice in one object. **Lists** go on after the id of the last object of a page; an \`after\` that names nothing of yours is refused (422 \`invalid_cursor\`). No call takes \`expand\`: every call refuses it by name. **Answers** may get new fields, and lists of names new members: ignore what you do not know. In a session every field is always present; what is absent is \`null\`, which the body that creates one may have for the same fields.

**What must agree** in one body, beside what each field may be; whatever does not is named in \`errors\` by its place and \`code\`:

- a session has \`amount\` or \`lineItems\` (\`required\`); discounts, shipping and tax count where there are lines, and with both, \`amount\` is lines - discounts + shipping + tax (\`amount_mismatch\`);
- each line, \`quantity\` × \`unitAmount\`, and the total are at most ${LIMITS.amountMinorMax} (\`too_big\`), and the total is at least 1 (\`too_small\`);
- \`currency\` is one of ISO 4217 (\`unknown_currency\`); Pix and boleto need \`BRL\` (\`unsupported_currency\`); a method without a processor's account is refused
  (\`unsupported_method\`);
- a \`phone\` is a number of its country, without an extension; without + that is \`phoneCountry\` of the call, the country of \`billingAddress\`, or the merchant's (\`invalid_format\`);
- a \`taxId\` has the check digits of a CPF or CNPJ (\`invalid_tax_id\`); a boleto needs name and \`taxId\` of its payer, and every method what the session's \`collect\` requires, from the session or from the shopper (\`required\`);
- \`successUrl\` and \`cancelUrl\` have an origin that is registered for the merchant (\`origin_not_registered\`; in the sandbox http of \`localhost\` and \`127.0.0.1\` is taken without), and \`merchantId\` is the merchant of the key (403 \`merchant_mismatch\`);
- an attempt to pay takes a method and installments that its session offers (\`not_offered\`);
- all refunds of a payment are together at most what was paid (422 \`refund_exceeds_payment\`), and there is one (409 \`not_paid\`).

**Pictures**, a merchant's logo and those of lines, are ${IMAGE_TYPES.map((type) => type.slice('image/'.length).toUpperCase()).join(', ')} of at most ${LIMITS.imageBytesMax / 1024 / 1024} MiB; their own first bytes decide, whatever their name and \`Content-Type\` say. SVG is none: it can hold a program. We fetch them by https, from public addresses, without following redirects, and keep them for an hour; the page shows them from its own origin, under a policy that lets nothing in them run. One that cannot be had, or is none of these, is left out, and nobody is kept from paying.

**Refusals** are problem documents (RFC 9457). Switch over \`code\`; every code is explained at \`/docs#code\`. A declined payment is no refusal: the answer is 200 and \`payment.status\` is \`failed\`.

**Repeating** a POST of a merchant is safe with an \`Idempotency-Key\`: for ${LIMITS.idempotencyHours} hours the same key and body get the first answer again. Bodies are compared by value: the order of fields, white space, and how a number or character is written do not matter. A refund moves money and needs one (400 \`missing_idempotency_key\`). A request that was refused has changed nothing, and may be made again with the same key.
`.trim()
