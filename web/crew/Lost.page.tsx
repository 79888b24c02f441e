import { FormattedMessage } from 'react-intl'
import { Button, EmptyState, LostPagePicture, Page, TopBar } from '../ui/index.ts'

export default function CrewLost() {
  return (
    <Page bar={<TopBar />} centered>
      <EmptyState
        level={1}
        picture={<LostPagePicture />}
        title={<FormattedMessage id="crewLost.title" />}
        action={
          <Button href="/crew">
            <FormattedMessage id="crewLost.goHome" />
          </Button>
        }
      >
        <FormattedMessage id="crewLost.detail" />
      </EmptyState>
    </Page>
  )
}
