# Classify a reply. Set ENROLLMENT_ID to the id of the conversation.
curl -sS --fail-with-body -X PATCH -H "Authorization: Bearer $LODESTONE_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"reply_intent": "meeting_booked"}' \
  "$LODESTONE_BASE_URL/v1/unibox/$ENROLLMENT_ID"
