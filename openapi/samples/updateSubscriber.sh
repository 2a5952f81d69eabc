# Replace the tags of a subscriber and set their first name. Set SUBSCRIBER_ID to their id.
curl -sS --fail-with-body -X PATCH -H "Authorization: Bearer $LODESTONE_API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"tags": ["founder", "vip"], "first_name": "Priya"}' \
  "$LODESTONE_BASE_URL/v1/subscribers/$SUBSCRIBER_ID"
