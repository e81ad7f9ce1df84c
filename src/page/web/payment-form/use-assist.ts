import { type ComponentType, useState } from 'react'
import { laterScreens } from '../screens/later-screen.ts'
import type { AssistProps } from './assist/assist-props.ts'

/** The component that helps with a typed e-mail or address, and a function that loads it: most visits do without. */
export function useAssist() {
  const [Assist, setAssist] = useState<ComponentType<AssistProps>>()
  const load = () =>
    void laterScreens().then(
      (later) => setAssist(() => later.Assist),
      () => undefined,
    )
  return [Assist, load] as const
}
