# Hot leads who carry a tag, latest activity first. --data-urlencode takes care of every special character.
curl -sS --fail-with-body -G -H "Authorization: Bearer $LODESTONE_API_KEY" \
  --data-urlencode 'temperature=hot' \
  --data-urlencode 'tag=founder' \
  --data-urlencode 'created_after=2026-01-01T00:00:00+05:30' \
  --data-urlencode 'order=activity' \
  --data-urlencode 'limit=20' \
  "$LODESTONE_BASE_URL/v1/subscribers"
