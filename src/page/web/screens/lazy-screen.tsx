import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useSay } from '../use-say.ts'
import type { ScreenProps } from './screen-props.ts'

type ScreenComponent = ComponentType<ScreenProps>

export type LazyScreen = ReturnType<typeof lazyScreen>

/**
 * A screen in a file of its own. Once `preload` has settled it renders at once, as the server and hydration need it;
 * before that it shows an empty sheet while it loads.
 */
export function lazyScreen(load: () => Promise<ScreenComponent>) {
  let loaded: ScreenComponent | undefined
  const Deferred = lazy(async () => ({ default: await load() }))

  async function preload(): Promise<void> {
    loaded = await load()
  }

  function LazyScreen(props: ScreenProps) {
    // Chosen once: a screen that is in sight must not be replaced by its twin.
    const [Screen] = useState<ScreenComponent>(() => loaded ?? Deferred)
    return (
      <Suspense fallback={<Loading />}>
        <Screen {...props} />
      </Suspense>
    )
  }

  return Object.assign(LazyScreen, { preload })
}

function Loading() {
  const say = useSay()
  return (
    <output className="loading">
      <span className="visually-hidden">{say('state.loading')}</span>
    </output>
  )
}
