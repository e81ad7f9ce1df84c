import type { DashboardCall } from './calls.ts'
import { parse, type Received } from '../judge.ts'
import type { FuzzRequest } from '../make-request.ts'
import type { LinkMaker, Person } from './stage.ts'

interface MadeLink {
  token: string
  maker: LinkMaker
}

/** The sign-in links of a sequence, which its people made by dashboard actions, with who made each. */
export interface MadeLinks {
  tokens(): string[]
  makers(): string[]
  /** Who made the link that a request trades; undefined for other requests. */
  makerOf(sent: FuzzRequest): LinkMaker | undefined
  /** Keeps the link that a dashboard action has made. */
  learn(call: DashboardCall, sent: FuzzRequest, received: Received, by: Person): void
}

const KEPT_MAX = 12

export function createMadeLinks(): MadeLinks {
  const links: MadeLink[] = []
  return {
    tokens: () => links.map(({ token }) => token),
    makers: () => links.map(({ maker }) => maker.userId),
    makerOf: ({ body }) => links.find(({ token }) => token === fieldsOf(body)['token'])?.maker,
    learn({ dashboardAction }, { body }, received, { userId }) {
      const isLink = dashboardAction === 'user.invite' || dashboardAction === 'user.recover'
      const { url } = Object(received.body) as { url?: unknown }
      if (!isLink || received.status !== 200 || typeof url !== 'string') return
      const { merchantId } = Object(fieldsOf(body)['input']) as { merchantId?: string | null }
      links.push({
        token: url.split('#')[1] ?? '',
        maker: { userId, merchantId: merchantId?.toLowerCase() ?? null },
      })
      links.splice(0, links.length - KEPT_MAX)
    },
  }
}

function fieldsOf(body: FuzzRequest['body']): Record<string, unknown> {
  return Object(typeof body === 'string' ? parse(body) : undefined) as Record<string, unknown>
}
