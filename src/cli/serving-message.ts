import type { Config } from './config.ts'
import { needsService, type Parts } from './parts.ts'

/** The text that `serve` prints once everything listens. */
export function servingMessage(
  config: Config,
  parts: Parts,
  {
    fakes,
    dashboardLink,
  }: {
    fakes: readonly {
      name: string
      url: string
      about: string
      cards?: readonly { number: string }[]
    }[]
    dashboardLink: string | undefined
  },
): string {
  const rows: [string, string][] = []
  if (parts.has('dashboard'))
    rows.push([
      'Dashboard',
      dashboardLink
        ? `${dashboardLink}   (signs in once; another: npx --no checkout dashboard)`
        : config.adminUrl,
    ])
  if (parts.has('store')) rows.push(['Demo store', config.storeUrl])
  for (const { name, url } of fakes) rows.push([name, url])
  if (parts.has('bff')) rows.push(['Checkout page', `${config.checkoutUrl}/c/…`])
  if (parts.has('bff') && config.environment === 'sandbox')
    rows.push(['Every state of it', `${config.checkoutUrl}/preview`])
  if (parts.has('fields')) rows.push(["Card's frame", `${config.fieldsUrl}/card/…`])
  if (parts.has('api'))
    rows.push(['API', config.apiUrl], ['API reference', `${config.apiUrl}/docs`])
  if (needsService(parts))
    rows.push(['Readiness, metrics', `http://127.0.0.1:${config.privatePort}/ready, /metrics`])
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  const lines = rows.map(([name, where]) => `  ${name.padEnd(width)}${where}`)
  const card =
    fakes.find(({ cards }) => cards !== undefined)?.cards?.[0]?.number ?? '4242 4242 4242 4242'
  const first = parts.has('store')
    ? [
        '',
        `Open ${config.storeUrl}, buy something, and pay with card ${card}.`,
        ...fakes.map(({ about }) => about),
      ]
    : []
  return [`Hosted Checkout, ${nameOf(config)}. Stop with Ctrl-C.`, '', ...lines, ...first, ''].join(
    '\n',
  )
}

function nameOf({ environment, layout }: Config): string {
  return environment === 'sandbox' && layout === 'production'
    ? 'sandbox in the layout of production'
    : environment
}
