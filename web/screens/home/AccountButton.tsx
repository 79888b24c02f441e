import { CircleUserRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { lazyScreen } from '../../app/lazy-screen.ts'
import { IconButton } from '../../ui/index.ts'

const AccountSheet = lazyScreen(() => import('./AccountSheet.tsx'))

/** The account's sheet loads when it is first opened. */
export function AccountButton() {
  const intl = useIntl()
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <IconButton
        label={intl.formatMessage({ id: 'account.title' })}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        <CircleUserRound size={22} />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <AccountSheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
