import { FormattedMessage } from 'react-intl'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { Button, EmptyState, LostPagePicture, Page, TopBar } from '../../ui/index.ts'

export default function NotFound() {
  return (
    <Page bar={<TopBar actions={<LanguageSwitch />} />} centered>
      <EmptyState
        level={1}
        picture={<LostPagePicture />}
        title={<FormattedMessage id="notFound.title" />}
        action={
          <>
            <Button href="/">
              <FormattedMessage id="notFound.goHome" />
            </Button>
            <Button kind="ghost" href="/start">
              <FormattedMessage id="info.start" />
            </Button>
          </>
        }
      >
        <FormattedMessage id="notFound.text" />
      </EmptyState>
    </Page>
  )
}
