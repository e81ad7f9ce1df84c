import { z } from 'zod'
import { campaign } from './frame/campaign.ts'
import { whyNoContainers } from '../testing/container/can-run-containers.ts'
import { runImage, type ImageReport } from './image/run-image.ts'

const MEBIBYTE = 1024 * 1024
const BYTES_MAX = 120 * MEBIBYTE
const GZIP_BYTES_MAX = 45 * MEBIBYTE

export const image = campaign({
  name: 'image',
  about: 'two builds of the image are one, and it sheds load in its least memory',
  details: `Builds production's image by the Containerfile with buildah, on a base of Debian's packages, and builds it again:
both must have one digest, and be small. Then runc runs it in --memory MiB, while clients create sessions as large as may be,
more at once than it can take: it must refuse with 503, live on, and end with 0 when it is asked to.
Needs root, buildah, runc and mmdebstrap.`,
  options: z.object({
    builds: z.int().min(1).max(10).default(2).describe('how often it is built'),
    memory: z.int().min(64).max(65_536).default(192).describe('MiB of the container'),
    clients: z.int().min(1).max(5000).default(1000).describe('how many create at once'),
    seconds: z.int().min(1).max(3600).default(20).describe('how long they do'),
  }),
  notes:
    'Exits with 1 when builds differ, the image is too large, or the container is killed or refuses by anything but 503.',
  leavesSockets: true,
  async run(options, output) {
    const why = whyNoContainers()
    if (why !== undefined)
      return { held: false, summary: { why }, text: `no image can be built here: ${why}\n` }
    const report = await runImage(options, output.note)
    return { held: faultsOf(report).length === 0, summary: report, text: reportText(report) }
  },
})

function faultsOf({ digests, bytes, gzipBytes, load }: ImageReport): string[] {
  const { answers, exitCode } = load
  const others = Object.keys(answers).filter((status) => status !== '201' && status !== '503')
  return [
    ...(new Set(digests).size > 1 ? ['the builds differ'] : []),
    ...(bytes > BYTES_MAX || gzipBytes > GZIP_BYTES_MAX ? ['it is too large'] : []),
    ...(others.length > 0 ? [`clients met ${others.join(', ')}`] : []),
    ...((answers['201'] ?? 0) === 0 ? ['no session was created'] : []),
    ...((answers['503'] ?? 0) === 0
      ? ['nothing was refused: more --clients, or less --memory']
      : []),
    ...(exitCode === 0 ? [] : [`it ended with ${exitCode}`]),
  ]
}

function reportText(report: ImageReport): string {
  const { digests, bytes, gzipBytes, load } = report
  const mebibytes = (size: number | null) => (size === null ? '?' : (size / MEBIBYTE).toFixed(1))
  return [
    `${digests.length} builds: ${[...new Set(digests)].join(', ')}`,
    `${mebibytes(bytes)} MiB, ${mebibytes(gzipBytes)} MiB compressed`,
    `in ${load.memoryMebibytes} MiB: ${Object.entries(load.answers)
      .map(([status, count]) => `${count} times ${status}`)
      .join(
        ', ',
      )}; at most ${mebibytes(load.memoryBytesMax)} MiB in use; ended with ${load.exitCode}`,
    ...faultsOf(report),
    '',
  ].join('\n')
}
