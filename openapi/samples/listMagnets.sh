# The magnets that are public.
curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/magnets?status=public&limit=10"
