import { describe, expect, it } from 'vitest'
import {
  CHECKOUT,
  NOT_MET,
  RECORDED_ANSWERS,
  RECORDINGS,
  WEBHOOKS,
  type Outcome,
} from './adyen-examples/outcomes.ts'
import { play, readAsItIs, type Body } from './adyen-examples/play-webhook.ts'
import checkout from './adyen-examples/checkout.json' with { type: 'json' }
import { playAnswer } from './adyen-examples/play-answer.ts'
import recordedAnswers from './adyen-examples/recorded-answers.json' with { type: 'json' }
import recordings from './adyen-examples/recordings.json' with { type: 'json' }
import webhooks from './adyen-examples/webhooks.json' with { type: 'json' }

const bodies = new Map(Object.entries<Body>({ ...webhooks, ...recordings }))
const outcomes = Object.entries({ ...WEBHOOKS, ...RECORDINGS })
const bodyOf = (name: string) => bodies.get(name) ?? {}
const isItem = ([, outcome]: [string, Outcome]) => typeof outcome === 'object'

describe('the 42 examples of webhooks, and what others recorded', () => {
  it('have an outcome each', () => {
    expect(Object.keys(webhooks)).toHaveLength(42)
    expect(outcomes.map(([name]) => name)).toEqual([...bodies.keys()])
  })

  it.each(outcomes.filter(isItem))('%s is taken, and means %j', (name, outcome) => {
    expect(play(bodyOf(name))).toEqual(outcome)
  })

  it.each(outcomes.filter(isItem))('%s is acknowledged, and is about nothing of ours', (name) => {
    expect(readAsItIs(bodyOf(name))).toEqual([])
  })

  it.each(outcomes.filter(([, outcome]) => outcome === 'a report'))('%s names a report', (name) => {
    expect(readAsItIs(bodyOf(name))).toMatchObject([{ report: 'QFQTPCQ8HXSKGK82' }])
  })

  it.each(outcomes.filter(([, outcome]) => outcome === 'no item'))('%s proves nothing', (name) => {
    expect(readAsItIs(bodyOf(name)) ?? []).toEqual([])
  })
})

describe('the 110 examples of requests and answers', () => {
  const answers = new Map(Object.entries<Readonly<Record<string, unknown>>>(checkout))

  it('have an outcome each, or a reason why they are never met', () => {
    const unmet = NOT_MET.flatMap(({ names }) => names)
    expect(Object.keys(CHECKOUT).toSorted()).toEqual([...answers.keys()].toSorted())
    expect(new Set([...answers.keys(), ...unmet]).size).toBe(110)
  })

  it.each(Object.entries(CHECKOUT))('%s ends as %j', async (name, outcome) => {
    expect(await playAnswer(name, answers.get(name) ?? {})).toBe(outcome)
  })
})

describe('the 28 answers that others recorded', () => {
  const answers = new Map(Object.entries<Readonly<Record<string, unknown>>>(recordedAnswers))

  it('have an outcome each', () => {
    expect(Object.keys(RECORDED_ANSWERS)).toEqual([...answers.keys()])
    expect(answers.size).toBe(28)
  })

  it.each(Object.entries(RECORDED_ANSWERS))('%s ends as %j', async (name, outcome) => {
    expect(await playAnswer(name, answers.get(name) ?? {})).toBe(outcome)
  })
})
