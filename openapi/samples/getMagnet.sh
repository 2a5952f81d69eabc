# Take the id of the newest magnet from the list, then read that one.
MAGNET_ID=$(curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/magnets?limit=1" | grep -o 'mag_[0-9a-z]*' | head -n 1)

curl -sS --fail-with-body -H "Authorization: Bearer $LODESTONE_API_KEY" \
  "$LODESTONE_BASE_URL/v1/magnets/$MAGNET_ID"
