import { FOUND_GUARDS } from './found-guards.ts'
import type { Guard } from './guard.ts'

/**
 * The constant-time comparison of signatures is not among them: no test sees it without
 * measuring time, since `===` returns the same.
 */
export const GUARDS: readonly Guard[] = [
  {
    name: 'the content security policy allows inline scripts',
    marker: 'script-policy',
    instead: "`script-src ${scripts} 'unsafe-inline'`,",
  },
  {
    name: 'a script of the page has no integrity hash',
    marker: 'script-integrity',
    instead: "return ''",
  },
  {
    name: 'the origin "null" counts as same-origin',
    marker: 'null-origin',
    instead:
      "return (origin === null || origin === 'null' || origin === ownOrigin) && (site === null || site === 'same-origin')",
  },
  {
    name: 'a cookie lacks the __Host- prefix',
    marker: 'host-cookie',
    instead: 'const name = isSecure ? own : own',
  },
  {
    name: 'return URLs are compared by prefix',
    marker: 'exact-origin',
    instead: 'return returnOrigins.some((origin) => text.startsWith(origin))',
  },
  {
    name: 'redirects of receivers are followed',
    marker: 'no-redirects',
    instead:
      "if (statusCode >= 300 && statusCode < 400 && typeof headers['location'] === 'string')\n        return void fetch(headers['location'], { method: 'POST' }).catch(() => undefined)\n      if (statusCode < 200) return",
  },
  {
    name: 'a host name is resolved again after its address was checked',
    marker: 'one-lookup',
    instead:
      'const again = await lookup(hostname)\n    return { first: again[0] ?? first, addresses: again.slice(0, ADDRESSES_MAX) }',
  },
  {
    name: 'the timestamp of a delivery is not signed',
    marker: 'signed-timestamp',
    instead: 'const head = encoder.encode(`${id}..`)',
  },
  {
    name: 'the body of a delivery is parsed and serialized again before it is signed',
    marker: 'signed-bytes',
    instead:
      "const tail = encoder.encode(JSON.stringify(JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body))))",
  },
  {
    name: 'a rotated webhook secret signs forever',
    marker: 'live-secrets',
    instead: 'where merchant_id = $1 and ($2::timestamptz is not null)',
  },
  {
    name: 'the session of another merchant is served',
    marker: 'own-session',
    instead: '`select ${JOINED_COLUMNS} from sessions s where s.id = $1 and $2::uuid is not null`,',
  },
  {
    name: 'the liveness probe queries the database',
    marker: 'light-liveness',
    instead:
      "readHealth: async ({ environment, database }) => {\n    await database.query({ name: 'liveness', text: 'select 1' }, [])\n    return done(healthOf(environment))\n  },",
  },
  {
    name: 'the liveness probe waits for all that the API does',
    marker: 'liveness-at-the-door',
    instead: "if (target !== '' || method !== '') return undefined",
  },
  {
    name: 'an idempotency key is accepted with another body',
    marker: 'same-body',
    instead: 'isSame: true,',
  },
  {
    name: 'the timestamp of a delivery may have any age',
    marker: 'signature-age',
    instead: '',
  },
  {
    name: 'a graceful shutdown cuts off requests under way',
    marker: 'graceful-close',
    instead: 'return close(server, { idleMs: times.idleMs, graceMs: 0 })',
  },
  {
    name: 'a payment may set its own amount',
    marker: 'closed-payment',
    instead: '.object({',
  },
  {
    name: 'the log writes request headers unredacted',
    marker: 'redacted-headers',
    instead: '',
  },
  {
    name: 'the session of another merchant is refused differently from a missing one',
    marker: 'same-refusal',
    instead:
      "const text = 'select 1 from sessions where id = $1'\n  const known = await context.database.query({ name: 'any session', text }, [call.parameters.id])\n  if (session === undefined && known.length > 0)\n    return refuse('merchant_mismatch', 'This session is of another merchant.')\n  if (session === undefined) return refuse('not_found', 'There is no such session.')",
  },
  ...FOUND_GUARDS,
]
