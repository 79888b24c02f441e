import { type KeyboardEvent, type ReactNode, useId } from 'react'

export type TabsProps<Name extends string> = {
  label: string
  tabs: readonly { name: Name; label: string }[]
  value: Name
  onChange: (name: Name) => void
  className?: string | undefined
  tabClassName?: string | undefined
  panelClassName?: string | undefined
  children: ReactNode
}

/** Arrow keys move the focus; Enter or Space selects. */
export function Tabs<Name extends string>({
  label,
  tabs,
  value,
  onChange,
  className,
  tabClassName,
  panelClassName,
  children,
}: TabsProps<Name>) {
  const id = useId()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    all[target]?.focus()
  }
  return (
    <>
      <div className={className} role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {tabs.map((tab) => {
          const isChosen = tab.name === value
          return (
            <button
              className={tabClassName}
              key={tab.name}
              type="button"
              role="tab"
              id={`${id}-${tab.name}`}
              aria-selected={isChosen}
              aria-controls={isChosen ? `${id}-panel` : undefined}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => isChosen || onChange(tab.name)}
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      <div
        className={panelClassName}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        tabIndex={-1}
      >
        {children}
      </div>
    </>
  )
}
