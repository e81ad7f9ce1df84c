import { parentPort, workerData } from 'node:worker_threads'
import { createDice } from '../shared/dice.ts'
import { FORGERS, type Job } from './run-jobs.ts'

const { what, count, seed } = workerData as Job
const forgeries = await FORGERS[what](count, createDice(seed), (tried) => {
  parentPort?.postMessage({ tried }, [])
})
parentPort?.postMessage({ forgeries }, [])
