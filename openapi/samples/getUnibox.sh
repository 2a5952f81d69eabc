# How many replies are there, of which intent, and which came last?
curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/unibox"
