import type { ReactNode } from 'react'

type Tone = 'ok' | 'calm'

function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`badge ${tone}`} aria-hidden="true">
      <svg
        width="26"
        height="26"
        viewBox="0 0 26 26"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </svg>
    </span>
  )
}

export function TickIcon() {
  return (
    <Badge tone="ok">
      <path d="M5 14l5.5 5.5L21 8" />
    </Badge>
  )
}

export function ClockIcon() {
  return (
    <Badge tone="calm">
      <circle cx="13" cy="13" r="9" />
      <path d="M13 8v5l3.5 2" />
    </Badge>
  )
}

export function CrossIcon() {
  return (
    <Badge tone="calm">
      <path d="M8 8l10 10M18 8L8 18" />
    </Badge>
  )
}

export function BankIcon() {
  return (
    <Badge tone="calm">
      <path d="M4 11l9-6 9 6H4zM7 11v8M13 11v8M19 11v8M4 21h18" />
    </Badge>
  )
}

export function QuestionIcon() {
  return (
    <Badge tone="calm">
      <path d="M9.5 10a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M13 19.5v.1" />
    </Badge>
  )
}
