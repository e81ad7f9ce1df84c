import { FOUND_GUARDS } from './found-guards.ts'
import type { Guard } from './guard.ts'

/**
 * Files are named from `src`. The constant-time comparison of signatures is not among them: no test sees it without
 * measuring time, since `===` returns the same.
 */
export const GUARDS: readonly Guard[] = [
  {
    name: 'the content security policy allows inline scripts',
    file: 'page/bff/security-headers.ts',
    search: '`script-src ${scripts}`',
    replace: "`script-src ${scripts} 'unsafe-inline'`",
    test: 'page/bff/security-headers.test.ts',
  },
  {
    name: 'a script of the page has no integrity hash',
    file: 'page/bff/document.ts',
    search: 'return ` integrity="${hash}"`',
    replace: "return ''",
    test: 'page/bff/page-route.test.ts',
  },
  {
    name: 'the origin "null" counts as same-origin',
    file: 'http/same-origin.ts',
    search: '(origin === null || origin === ownOrigin)',
    replace: "(origin === null || origin === 'null' || origin === ownOrigin)",
    test: 'page/bff/payment-routes.test.ts',
  },
  {
    name: 'a cookie lacks the __Host- prefix',
    file: 'dashboard/server/cookie.ts',
    search: '`__Host-${own}`',
    replace: 'own',
    test: 'dashboard/server/sign-in.test.ts',
  },
  {
    name: 'return URLs are compared by prefix',
    file: 'server/service/sessions/return-url.ts',
    search: 'returnOrigins.includes(url.origin)',
    replace: 'returnOrigins.some((origin) => text.startsWith(origin))',
    test: 'server/service/sessions/return-url.test.ts',
  },
  {
    name: 'redirects of receivers are followed',
    file: 'server/outgoing/exchange.ts',
    search: '      // Interim responses come before the answer.',
    replace: `      if (statusCode >= 300 && statusCode < 400 && typeof headers['location'] === 'string')
        return void fetch(headers['location'], { method: 'POST' }).catch(() => undefined)`,
    test: 'server/outgoing/send-webhook.test.ts',
  },
  {
    name: 'a host name is resolved again after its address was checked',
    file: 'server/outgoing/guarded-connector.ts',
    search: 'return { first, addresses: addresses.slice(0, ADDRESSES_MAX) }',
    replace:
      'const again = await lookup(hostname)\n    return { first: again[0] ?? first, addresses: again.slice(0, ADDRESSES_MAX) }',
    test: 'server/outgoing/send-webhook.test.ts',
  },
  {
    name: 'the timestamp of a delivery is not signed',
    file: 'domain/webhook-signature.ts',
    search: '`${id}.${timestamp}.`',
    replace: '`${id}..`',
    test: 'domain/webhook-signature.test.ts',
  },
  {
    name: 'the body of a delivery is parsed and serialized again before it is signed',
    file: 'domain/webhook-signature.ts',
    search: "typeof body === 'string' ? encoder.encode(body) : body",
    replace:
      "encoder.encode(JSON.stringify(JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))))",
    test: 'domain/webhook-signature.test.ts',
  },
  {
    name: 'a rotated webhook secret signs forever',
    file: 'server/database/webhook-secrets.ts',
    search: `select id, ciphertext from webhook_secrets
   where merchant_id = $1 and (expires_at is null or expires_at > $2)`,
    replace: `select id, ciphertext from webhook_secrets
   where merchant_id = $1 and ($2::timestamptz is not null)`,
    test: 'server/database/webhook-secrets.test.ts',
  },
  {
    name: 'the session of another merchant is served',
    file: 'server/database/sessions.ts',
    search: 'from sessions s where s.id = $1 and s.merchant_id = $2`',
    replace: 'from sessions s where s.id = $1 and $2::uuid is not null`',
    test: 'server/api/authenticate-scopes.test.ts',
  },
  {
    name: 'the liveness probe queries the database',
    file: 'server/api/handlers.ts',
    search: 'async ({ environment }) => accept(healthOf(environment))',
    replace:
      "async ({ environment, database }) => {\n  await database.query({ name: 'liveness', text: 'select 1' }, [])\n  return accept(healthOf(environment))\n}",
    test: 'server/api/api.test.ts',
  },
  {
    name: 'the liveness probe waits for all that the API does',
    file: 'server/api/liveness.ts',
    search: 'target !== asked.target || method !== asked.method',
    replace: "target !== '' || method !== ''",
    test: 'server/api/liveness.test.ts',
  },
  {
    name: 'an idempotency key is accepted with another body',
    file: 'server/service/idempotency.ts',
    search: 'if (!isSameBody(first, request))',
    replace: 'if (!isSameBody(first, { ...request, bodyHash: first.bodyHash }))',
    test: 'server/api/idempotency.test.ts',
  },
  {
    name: 'the timestamp of a delivery may have any age',
    file: 'domain/webhook-signature.ts',
    search: "if (age !== 'ok') return { ok: false, reason: age }",
    replace: '',
    test: 'domain/webhook-signature.test.ts',
  },
  {
    name: 'a graceful shutdown cuts off requests under way',
    file: 'server/process/listen-http.ts',
    search: 'return close(server, times)',
    replace: 'return close(server, { idleMs: times.idleMs, graceMs: 0 })',
    test: 'server/process/listen-http.test.ts',
  },
  {
    name: 'a payment may set its own amount',
    file: 'contract/checkout.ts',
    search: ".strictObject({\n        method: z.literal('card'),",
    replace: ".object({\n        method: z.literal('card'),",
    test: 'server/api/checkout/validate-payment.test.ts',
  },
  {
    name: 'the log writes request headers unredacted',
    file: 'server/process/log.ts',
    search: '      redact: REDACTED,\n',
    replace: '',
    test: 'server/process/log.test.ts',
  },
  {
    name: 'the session of another merchant is refused differently from a missing one',
    file: 'server/api/sessions/read-session.ts',
    search: "if (session === undefined) return refuse('not_found', 'There is no such session.')",
    replace: `const text = 'select 1 from sessions where id = $1'
  const known = await context.database.query({ name: 'any session', text }, [call.parameters.id])
  if (session === undefined && known.length > 0)
    return refuse('merchant_mismatch', 'This session is of another merchant.')
  if (session === undefined) return refuse('not_found', 'There is no such session.')`,
    test: 'server/api/authenticate-scopes.test.ts',
  },
  ...FOUND_GUARDS,
]
