Feature: Feedback without a network

  What was written is never lost: the same words go out again.

  Scenario: Sends the same words again after the network was gone
    Given `feedback` from "an empty form"
    Then the page is "Feedback"
    When `feedback.change (written)`
    And `feedback.send`
    Then the state is `sending`
    And `feedback.change (written)` is not possible
    When `submission.unanswered (offline)`
    Then the state is `editing.pristine`
    When `feedback.send`
    And `submission.accepted`
    Then the state is `sent`
