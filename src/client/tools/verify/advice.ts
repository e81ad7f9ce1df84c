import type { BodyChange } from '#domain/body-changes.ts'
import type { LostBody, SecretFault, SignatureFault } from '#domain/explain-signature.ts'
import { WEBHOOK_TOLERANCE_SECONDS } from '#domain/webhook-signature.ts'

/** A cause and its remedy. */
export interface Advice {
  message: string
  advice: string
}

const NEW_SECRET =
  'The current secret was shown when it was made. The operator replaces a lost one: checkout callback rotate'

const SECRETS: Record<SecretFault, Advice> = {
  without_prefix: {
    message: 'The secret does not begin with whsec_.',
    advice: 'Give it as it was shown, whsec_ included. An API key (hp_…) is no webhook secret.',
  },
  not_base64: {
    message: 'What follows whsec_ in the secret is not Base64.',
    advice: `Was its end cut off, or an "=" lost, when it was copied? ${NEW_SECRET}`,
  },
  wrong_length: {
    message: 'The secret has the wrong length: it encodes 24 to 64 bytes.',
    advice: `Was its end cut off when it was copied? ${NEW_SECRET}`,
  },
  space_around: {
    message: 'The secret has a space or a line break around it.',
    advice: 'Trim it where it is read: a file ends with a line break, and some shells keep it.',
  },
}

const RAW_BODY =
  'Verify the bytes as they came, before any parser: express.raw({ type: "application/json" }), await request.text(), ' +
  'request.get_data(), php://input.'

const CHANGES: Record<BodyChange, Advice> = {
  space_around: {
    message: 'The body got spaces or a line break around it.',
    advice: `${RAW_BODY} When you saved this body with an editor, the editor may have added it.`,
  },
  byte_order_mark: {
    message: 'The body got a byte order mark at its beginning.',
    advice: 'Keep bytes: whatever read it as text, or saved it, wrote it again with a mark.',
  },
  written_again: {
    message: 'The body was parsed and written again: other spaces, escapes, numbers or order.',
    advice: RAW_BODY,
  },
  text_in_quotes: {
    message: 'The body was written as a JSON string: JSON within quotes.',
    advice: 'It was text already: do not call JSON.stringify or json.dumps on it.',
  },
  form_encoded: {
    message: 'The body was encoded as a form.',
    advice: `A form parser took it for its own. ${RAW_BODY}`,
  },
  form_decoded: {
    message: 'The body was decoded as a form: each + became a space.',
    advice: `A form parser took it for its own. ${RAW_BODY}`,
  },
  base64: {
    message: 'The body is encoded in Base64.',
    advice: 'Decode it before you verify it; API gateways say so with isBase64Encoded.',
  },
  wrong_charset: {
    message: 'The body was read or written in another character set than UTF-8.',
    advice: `Notifications are UTF-8. ${RAW_BODY}`,
  },
}

const LOST: Record<LostBody, Advice> = {
  empty: {
    message: 'The body is empty.',
    advice: 'Something has read the stream before. Take the raw body first, and once.',
  },
  object_text: {
    message: 'The body is an object that was turned into text.',
    advice: `A parser has taken the body, and what is left of it was printed. ${RAW_BODY}`,
  },
  cut_off: {
    message: 'The body ends in its middle.',
    advice: 'A limit of the body parser, of a proxy or of the log has cut it.',
  },
  not_json: { message: 'The body is not JSON.', advice: RAW_BODY },
  not_utf8: {
    message: 'The body is not UTF-8, and is no other encoding of it that is known here.',
    advice: `It is compressed, encrypted or mixed with other bytes. Notifications are UTF-8. ${RAW_BODY}`,
  },
  characters_replaced: {
    message: 'Characters of the body are lost: U+FFFD stands in their place.',
    advice: `It was decoded in pieces, or as another character set. Collect the bytes first, and decode them once. ${RAW_BODY}`,
  },
}

const OTHER_SECRET =
  'The handler has an old secret, or the one of another merchant or environment. Give it the current one. ' +
  NEW_SECRET

/** What was given already, so that no advice asks for it. */
export interface Given {
  /** The time of the header. */
  signedAt: string
  /** The secret came from the handler, not from the database. */
  isOwnSecret: boolean
  /** The event was looked for. */
  hasLooked: boolean
}

/** Cause and remedy of a fault. */
export function adviceOn(
  fault: SignatureFault,
  { signedAt, isOwnSecret, hasLooked }: Given,
): Advice {
  switch (fault.reason) {
    case 'missing_header':
      return {
        message: `The header ${fault.header} is missing, or empty.`,
        advice:
          'Every delivery has all three. A proxy, a queue or a test leaves out headers that it does not know.',
      }
    case 'malformed_id':
      return {
        message: 'webhook-id has a full stop in it, which separates what is signed.',
        advice: 'It is the id of an event, evt_…: pass it on as it came.',
      }
    case 'malformed_timestamp':
      return {
        message:
          fault.how === 'milliseconds'
            ? 'webhook-timestamp is in milliseconds.'
            : 'webhook-timestamp is not a number.',
        advice: 'It is in whole seconds since 1970: pass it on as it came.',
      }
    case 'malformed_signature':
      return {
        message:
          fault.how === 'other_version'
            ? 'webhook-signature has no signature of version 1, "v1,…".'
            : 'The signature in webhook-signature is not Base64.',
        advice:
          'Pass it on as it came: "v1," and Base64; two of them with a space between while a secret is replaced.',
      }
    case 'malformed_secret':
      return SECRETS[fault.how]
    case 'too_old':
      return {
        message: `The signature is right, but ${span(fault.bySeconds + WEBHOOK_TOLERANCE_SECONDS)} old. Handlers accept 5 minutes.`,
        advice:
          `An old capture is judged by its own time with --now ${signedAt}. Else the clock of the handler's machine is ` +
          'ahead (compare it with: date -u), or the request has waited: verify before you queue.',
      }
    case 'too_new':
      return {
        message: `The signature is right, but made ${span(fault.bySeconds + WEBHOOK_TOLERANCE_SECONDS)} from now. Handlers accept 5 minutes.`,
        advice: "The clock of the handler's machine is behind. Compare it with: date -u",
      }
    case 'body_changed':
      return inTurn(fault.changes.map((change) => CHANGES[change]).toReversed())
    case 'body_lost':
      return LOST[fault.how]
    case 'body_differs':
      return { message: 'The body is not the one that was sent.', advice: RAW_BODY }
    case 'secret_not_decoded':
      return {
        message: 'It was signed with the secret as text, and not with the bytes that it encodes.',
        advice:
          'The checkout signs with the bytes: decode what follows whsec_ from Base64, and use that as the key.',
      }
    case 'other_secret':
      return {
        message: 'It was signed with another secret of this merchant.',
        advice: OTHER_SECRET,
      }
    case 'wrong_secret':
      return isOwnSecret
        ? {
            message: 'The secret is not the one that signed it.',
            advice: `${OTHER_SECRET} Or webhook-timestamp was changed on the way, from a time that is not known here.`,
          }
        : {
            message: 'No secret that this merchant has now has signed it.',
            advice: 'Its secret was replaced since, or webhook-timestamp was changed on the way.',
          }
    case 'id_changed':
      return {
        message: `webhook-id was changed: it was ${fault.signedId} when it was signed.`,
        advice: 'Pass the header on as it came, with the body that it came with.',
      }
    case 'timestamp_changed':
      return {
        message: `webhook-timestamp was changed: it was ${fault.signedSeconds} when it was signed.`,
        advice:
          'Pass the header on as it came: a proxy, a queue or the handler has written a time of its own into it.',
      }
    case 'content_incomplete':
      return {
        message:
          fault.how === 'body_only'
            ? 'Only the body was signed.'
            : 'The timestamp and the body were signed, without the id.',
        advice:
          'What is signed is webhook-id, webhook-timestamp and the body, with a full stop between.',
      }
    case 'no_match':
      return {
        message: 'The secret is not the one that signed it, or what was signed has been changed.',
        advice: hasLooked
          ? 'Which of both is not known, since the event could not be read: save a delivery of this merchant and environment, with its own webhook-id.'
          : 'To know which, let this command read the event: with --merchant beside the server, or with the variables ' +
            'API_URL and API_KEY.',
      }
  }
}

/** Joins several changes in the order in which they were made. */
function inTurn(causes: readonly Advice[]): Advice {
  return {
    message: causes.map(({ message }) => message).join(' Then: '),
    advice: [...new Set(causes.map(({ advice }) => advice))].join(' '),
  }
}

const UNITS = [
  [86_400, 'days'],
  [3600, 'hours'],
  [60, 'minutes'],
] as const

/** A duration in its largest fitting unit. */
export function span(seconds: number): string {
  const [size, unit] = UNITS.find(([length]) => seconds >= 2 * length) ?? [1, 'seconds']
  const count = Math.floor(seconds / size)
  return count === 1 ? '1 second' : `${count} ${unit}`
}
