import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { CHECKOUT_URL, GATED_PORT } from '../product.ts'

interface Held {
  /** How many requests wait. */
  readonly count: number
  /** Forwards the held requests, and all later ones. */
  release(): void
}

/** A proxy before the checkout. It holds or refuses requests, which the drivers of the engines do in different ways. */
export interface Gate {
  /** Holds requests whose URL contains this text. */
  hold(part: string): Held
  /** Responds with 404 to requests whose URL contains this text, until `undo`. */
  refuse(part: string): { undo(): void }
  /** Undoes all rules. */
  open(): void
  close(): Promise<void>
}

interface Rule {
  part: string
  apply: (response: ServerResponse, forward: () => void) => void
  undo: () => void
}

/** Browsers cache scripts for ever; with this header they request them again, so that a flow can hold them. */
const ASKED_ANEW = { 'cache-control': 'no-cache' }

export async function openGate(): Promise<Gate> {
  let rules: Rule[] = []

  function add(rule: Rule): void {
    rules.push(rule)
  }
  function remove(rule: Rule): void {
    rules = rules.filter((other) => other !== rule)
  }

  const server = createServer((incoming, response) => {
    const rule = rules.find(({ part }) => incoming.url?.includes(part))
    const pass = () => forward(incoming, response)
    if (rule === undefined) pass()
    else rule.apply(response, pass)
  })
  await new Promise<void>((resolve) => {
    server.listen(Number(new URL(CHECKOUT_URL).port), '127.0.0.1', resolve)
  })

  return {
    hold(part) {
      const waiting: (() => void)[] = []
      const rule: Rule = {
        part,
        apply: (_response, pass) => void waiting.push(pass),
        undo() {
          remove(rule)
          for (const pass of waiting.splice(0)) pass()
        },
      }
      add(rule)
      return {
        get count() {
          return waiting.length
        },
        release: rule.undo,
      }
    },
    refuse(part) {
      const rule: Rule = {
        part,
        apply: (response) => void response.writeHead(404).end('not found'),
        undo: () => remove(rule),
      }
      add(rule)
      return rule
    },
    open() {
      for (const { undo } of rules) undo()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = incoming
  const outgoing = request({ host: '127.0.0.1', port: GATED_PORT, method, path: url, headers })
  outgoing.on('response', (answer) => {
    const isAsset = url?.startsWith('/assets/') === true
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(isAsset && ASKED_ANEW) })
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  outgoing.on('error', () => response.destroy())
  // A stream of events ends with its page.
  response.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
