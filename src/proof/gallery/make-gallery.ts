import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chromium, type Browser } from 'playwright'
import { CHROMIUM } from '../testing/chromium.ts'
import { changedPictures } from './changed-pictures.ts'
import type { GalleryOptions } from './options.ts'
import { serveStates, type ServedStates } from './serve-states.ts'
import type { GalleryState } from './states/state.ts'
import { GALLERY_STATES } from './states/states.ts'
import { takePictures, type Fault } from './take-pictures.ts'
import { visitState } from './visit-state.ts'
import { writeIndex } from './write-index.ts'

export interface Gallery {
  pictures: number
  faults: readonly Fault[]
  /** Path of the index page. */
  index: string
  seconds: number
}

/** One state in one language: visited once, pictured at every width in every theme. */
interface Task {
  state: GalleryState
  language: string
}

const WIDTH_FIRST = 360
const PROGRESS_EVERY = 25

/** Takes pictures of the served page. Faults are returned, not thrown. */
export async function makeGallery(
  options: GalleryOptions,
  log: (line: string) => void,
): Promise<Gallery> {
  const startedMs = performance.now()
  const out = resolve(options.out)
  const compare = options.compare === undefined ? undefined : resolve(options.compare)
  if (compare === out) throw new Error('the earlier pictures are in the folder of the new ones')
  const { environment } = options
  const states = GALLERY_STATES.filter(
    ({ name, sandboxOnly }) =>
      options.states.includes(name) && (environment === 'sandbox' || !sandboxOnly),
  )
  await emptyDirectories(out, options.languages)
  const served = await serveStates(states, { environment })
  const browser = await chromium.launch(CHROMIUM)
  try {
    const tasks = options.languages.flatMap((language) =>
      states.map((state) => ({ state, language })),
    )
    const faults = await runTasks(tasks, options.jobs, log, (task) =>
      picture(browser, served, task, { ...options, out }),
    )
    const changed = compare === undefined ? [] : await changedPictures(out, compare)
    const index = await writeIndex({ ...options, out, compare }, states, { faults, changed })
    const pictures = tasks.length * options.widths.length * options.themes.length
    return { pictures, faults, index, seconds: (performance.now() - startedMs) / 1000 }
  } finally {
    await browser.close()
    await served.close()
  }
}

async function picture(
  browser: Browser,
  served: ServedStates,
  { state, language }: Task,
  options: GalleryOptions,
): Promise<Fault[]> {
  const width = options.widths[0] ?? WIDTH_FIRST
  const fault = (text: string) => ({ state: state.name, language, width, text })
  try {
    const url = served.urlOf(state, language)
    const said = { language, environment: options.environment }
    const visit = await visitState(browser, state, url, said, width)
    try {
      const faults = await takePictures(visit.page, state, language, options)
      return [...visit.complaints.map(fault), ...faults]
    } finally {
      await visit.close()
    }
  } catch (error) {
    const [reason = ''] = String(error).split('\n')
    return [fault(`was not reached: ${reason}`)]
  }
}

/** Runs tasks with bounded concurrency; returns their faults in the order of the tasks. */
async function runTasks(
  tasks: readonly Task[],
  jobs: number,
  log: (line: string) => void,
  work: (task: Task) => Promise<Fault[]>,
): Promise<Fault[]> {
  const results: Fault[][] = []
  const queue = tasks.entries()
  let done = 0
  async function worker() {
    for (const [place, task] of queue) {
      results[place] = await work(task)
      done += 1
      if (done % PROGRESS_EVERY === 0) log(`${done} of ${tasks.length} pages`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, worker))
  return results.flat()
}

/** Pictures of removed states must not stay. */
async function emptyDirectories(out: string, languages: readonly string[]): Promise<void> {
  for (const language of languages) {
    const directory = join(out, language)
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true })
  }
}
