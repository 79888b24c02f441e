import { selectIsSignedIn } from '@handsfree/core/auth'
import { discardVisitorDrafts } from '@handsfree/core/booking'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { navigate } from '../../app/navigate.ts'
import { useApp } from '../../app/useApp.ts'
import { Button, ConfirmDialog, TextLink } from '../../ui/index.ts'

/**
 * Everyone who uses this device can see a visitor's draft, so everyone can delete it. Then opens `path`, the current
 * page.
 */
export function DiscardDraft({ path }: { path: string }) {
  const app = useApp()
  const isSignedIn = useSelector(app.auth, selectIsSignedIn)
  const [isAsking, setIsAsking] = useState(false)
  if (isSignedIn) return null
  const discard = () => {
    discardVisitorDrafts(app)
    navigate(path, { replace: true })
  }
  return (
    <p className="small">
      <TextLink onClick={() => setIsAsking(true)}>
        <FormattedMessage id="discardDraft.open" />
      </TextLink>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={<FormattedMessage id="discardDraft.title" />}
        description={<FormattedMessage id="discardDraft.detail" />}
        confirm={
          <Button kind="coral" onClick={discard}>
            <FormattedMessage id="discardDraft.confirm" />
          </Button>
        }
        cancelLabel={<FormattedMessage id="discardDraft.keep" />}
      />
    </p>
  )
}
