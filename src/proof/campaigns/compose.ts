import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { whyNoContainers } from '../testing/container/can-run-containers.ts'
import { runCompose, type ComposeReport } from './compose/run-compose.ts'

/** The programs that connect containers and resolve their names. */
const NETWORKS = '/usr/lib/podman/netavark'
const NAMES = '/usr/lib/podman/aardvark-dns'

export const compose = campaign({
  name: 'compose',
  about:
    'the compose file from nothing: prepare, setup, up, a card paid in a browser, metrics read',
  details: `Follows the operators' guide in a copy of src/cli/deploy/compose: ./prepare, the image, setup, up. A browser pays by card
through nginx and TLS; Prometheus must have scraped the checkout and loaded the alerts; then all is stopped.
podman-compose runs it; PostgreSQL, nginx and Prometheus are Debian's, under the names that the file has for their images.
Needs root, podman with netavark and aardvark-dns, podman-compose, buildah, runc, mmdebstrap, openssl, and the ports 80, 443 and 9090.`,
  options: z.object({}),
  notes: 'Exits with 1 when a step fails, or the checkout logs an error.',
  leavesSockets: true,
  async run(_options, output) {
    const why = whyNoContainers('podman', 'podman-compose', NETWORKS, NAMES)
    if (why !== undefined)
      return { held: false, summary: { why }, text: `compose cannot run here: ${why}\n` }
    const report = await runCompose(output.note)
    return { held: faultsOf(report).length === 0, summary: report, text: reportText(report) }
  },
})

function faultsOf({ session, isScraped, alerts, troubles, exitCode }: ComposeReport): string[] {
  return [
    ...(session === 'complete' ? [] : [`the session is ${session}`]),
    ...(isScraped ? [] : ['Prometheus did not scrape the checkout']),
    ...(alerts > 0 ? [] : ['Prometheus has no alerts']),
    ...troubles,
    ...(exitCode === 0 ? [] : [`the checkout ended with ${exitCode}`]),
  ]
}

function reportText(report: ComposeReport): string {
  const { session, isScraped, alerts, exitCode } = report
  return [
    `paid by card in a browser: the session is ${session}`,
    `Prometheus scrapes: ${isScraped}, with ${alerts} alerts; the checkout ended with ${exitCode}`,
    ...faultsOf(report),
    '',
  ].join('\n')
}
