import { TrieRouter } from 'hono/router/trie-router'

export interface Route {
  method: string
  path: string
}

/** Finds the template of a request's route, such as `/c/{reference}`, which tells nothing of a session. */
export function createRouteFinder(
  routes: readonly Route[],
): (request: Request) => string | undefined {
  const router = new TrieRouter<string>()
  for (const { method, path } of routes)
    router.add(method, path, path.replace(/(?<=.)\/$/, '').replaceAll(/:(\w+)/g, '{$1}'))
  return ({ method, url }) => router.match(method, new URL(url).pathname)[0][0]?.[0]
}
