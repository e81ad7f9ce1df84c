import { SignedInViewer } from '../../contract/viewer.ts'
import { issueSignInLink } from '../../sandbox/viewers/issue-sign-in-link.ts'
import type { TestApi, TestMerchant } from './api.ts'
import type { Answer } from './caller.ts'

/** A viewer of a merchant's events, calling as the page's backend does. */
export interface TestViewer {
  token: string
  get(path?: string): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** The token of a sign-in link, as the operator creates it. */
export async function newLink({ context }: TestApi, { id }: TestMerchant): Promise<string> {
  const { database, wallClock, random } = context
  return (await issueSignInLink({ database, clock: wallClock, random }, id)).token
}

/** Trades a link's token for a viewer's. */
export function trade(api: TestApi, token: string): Promise<Answer> {
  return api.checkout.post('/v1/sandbox/viewer/sign-in', { token })
}

export async function signIn(api: TestApi, merchant = api.merchant): Promise<TestViewer> {
  const signedIn = (await trade(api, await newLink(api, merchant))).as(SignedInViewer)
  return viewerOf(api, signedIn.viewerToken)
}

/** A viewer with this token. */
export function viewerOf(api: TestApi, token: string): TestViewer {
  const known = { 'x-viewer-token': token }
  const at = (path: string) => `/v1/sandbox/viewer${path}`
  return {
    token,
    get: (path = '') => api.checkout.get(at(path), known),
    post: (path, body = {}, headers = {}) =>
      api.checkout.post(at(path), body, { ...known, ...headers }),
  }
}
