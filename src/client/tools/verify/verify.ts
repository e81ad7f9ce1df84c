import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { style } from '../command-line/style.ts'
import { Option, type Command } from 'commander'
import type { BodyDifference } from '#domain/body-difference.ts'
import { explainSignature, type SignatureExplanation } from '#domain/explain-signature.ts'
import { answer } from '../command-line/answer.ts'
import { CommandFailure, EXIT } from '../command-line/exit.ts'
import { as, Moment } from '../command-line/read-option.ts'
import { print } from '../command-line/output.ts'
import { terminalOf } from '../command-line/terminal-of.ts'
import type { Terminal } from '../command-line/terminal.ts'
import { toolCommand, toolExamples, type Host } from '../host.ts'
import { adviceOn, span, type Advice, type Given } from './advice.ts'
import { readKnown } from './evidence.ts'
import { joinRequest, readRequest, type SavedRequest } from './read-request.ts'

interface Options {
  request?: string
  headers?: string
  body?: string
  merchant?: string
  now?: string
}

export function addVerify(program: Command, host: Host): void {
  const orMerchant = host.operator === undefined ? '' : ', or that of --merchant'
  const withMerchant = host.operator === undefined ? 'With' : 'With --merchant, or with'
  toolCommand(program, host, 'verify')
    .summary('say exactly why a signature fails')
    .description(
      'Verifies a notification as a handler has got it, says what is wrong, and what to do. Save what the handler sees: ' +
        'the whole request as HTTP writes it, or its headers (lines, or the JSON object that a framework prints) and its ' +
        `raw body. The secret is that of the handler, in the variable WEBHOOK_SECRET${orMerchant}. ${withMerchant} the ` +
        'variables API_URL and API_KEY, the event is read, too, and the body compared with the one that was sent. ' +
        'Ends with 0 when the signature is valid, with 1 when it is not.',
    )
    .addOption(
      new Option(
        '--request <file>',
        'headers, an empty line, the body; - for standard input',
      ).conflicts(['headers', 'body']),
    )
    .option('--headers <file>', 'the headers')
    .option('--body <file>', 'the raw body; - for standard input')
    .addOption(
      new Option('--now <time>', 'when it was verified, for an old capture').argParser(as(Moment)),
    )
    .addHelpText(
      'after',
      toolExamples(
        host,
        'verify --request request.txt',
        'verify --headers headers.json --body body.json --now 2026-12-01T12:00:00Z',
        'verify --request - {merchant}',
      ),
    )
    .action(async (options: Options, command: Command) => {
      const terminal = terminalOf(command)
      const request = await savedRequest(terminal, options)
      const now = options.now === undefined ? new Date() : new Date(options.now)
      const webhookId = request.headers['webhook-id']
      const { notes, ...known } = await readKnown(host, command, { webhookId, now })
      const explained = await explainSignature({ ...request, ...known, now })
      const given = {
        isOwnSecret: (terminal.env['WEBHOOK_SECRET'] ?? '') !== '',
        hasLooked: known.hasLooked,
      }
      const result = {
        ...explained,
        ...textOf(explained, request, given),
        notes: [
          ...request.notes,
          ...(explained.valid ? [] : [...notes, ...headerNotes(explained, request)]),
        ],
      }
      answer(command, result, () => print(terminal, lines(result)))
      if (!result.valid) terminal.exitCode = EXIT.refusal
    })
}

async function savedRequest(
  terminal: Terminal,
  { request, headers, body }: Options,
): Promise<SavedRequest> {
  if (request !== undefined) {
    const saved = readRequest(await read(terminal, request))
    if (saved !== undefined) return saved
    throw new CommandFailure(
      'The request has no empty line between its headers and its body. Give them as --headers and --body.',
    )
  }
  if (headers === undefined || body === undefined)
    throw new CommandFailure('Give --request, or --headers and --body.', EXIT.usage)
  return joinRequest(
    new TextDecoder().decode(await read(terminal, headers)),
    await read(terminal, body),
  )
}

async function read({ stdin }: Terminal, file: string): Promise<Uint8Array> {
  try {
    return file === '-' ? await buffer(stdin) : readFileSync(file)
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException
    throw new CommandFailure(`${file} cannot be read: ${code}`, EXIT.usage)
  }
}

function headerNotes({ reason }: { reason: string }, { headers }: SavedRequest): string[] {
  if (reason !== 'missing_header') return []
  const names = Object.keys(headers)
  return [names.length === 0 ? 'There are no headers.' : `There are: ${names.join(', ')}.`]
}

const FOR_A_VALID_ONE =
  'A handler that refuses this request has another secret, another clock, or reads another body: save what it verifies'

function textOf(
  explained: SignatureExplanation,
  { headers }: SavedRequest,
  given: Omit<Given, 'signedAt'>,
): Advice {
  if (explained.valid) {
    const { ageSeconds } = explained
    const when = ageSeconds < 0 ? `${span(-ageSeconds)} from now` : `${span(ageSeconds)} ago`
    const advice = given.isOwnSecret
      ? `${FOR_A_VALID_ONE}.`
      : `${FOR_A_VALID_ONE}, and give its own secret as WEBHOOK_SECRET.`
    return { message: `The signature is valid, made ${when}.`, advice }
  }
  const signedSeconds = Number(headers['webhook-timestamp'])
  return adviceOn(explained, {
    ...given,
    signedAt: Number.isFinite(signedSeconds) ? isoOf(signedSeconds) : '',
  })
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
}

function lines(result: SignatureExplanation & Advice & { notes: string[] }): string {
  const { valid, message, advice, notes } = result
  const mark = valid ? style('green', '✓') : style('red', '✗')
  return [
    `${mark} ${message}`,
    ...notes.map((note) => `  ${note}`),
    ...(valid || result.difference === undefined ? [] : differenceLines(result.difference)),
    `  ${advice}`,
  ].join('\n')
}

function differenceLines(difference: BodyDifference): string[] {
  const { offset, sent, received, sentBytes, receivedBytes, sameJson } = difference
  return [
    `  It differs at byte ${offset} (${sentBytes} bytes were sent, ${receivedBytes} came)${
      sameJson ? '; as JSON both say the same' : ''
    }:`,
    `    sent      ${JSON.stringify(sent)}`,
    `    received  ${JSON.stringify(received)}`,
  ]
}
