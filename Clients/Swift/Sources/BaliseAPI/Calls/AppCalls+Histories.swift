// Calls about the histories of claimed Miataru devices.
extension AppCalls {
    /// Returns a page of the history of a claimed device, the newest points first.
    public static var readHistory: Question<ResponseEnvelope<DeviceHistoryPage>> {
        read("users/me/location-devices/{device}/history")
    }
    /// Deletes a part of the history. The current place stays.
    public static var deleteHistory: Question<ResponseEnvelope<DeletedHistory>> {
        delete("users/me/location-devices/{device}/history")
    }
    /// Returns how long the history is kept.
    public static var getHistoryRetention: Question<ResponseEnvelope<DeviceHistoryRetention>> {
        read("users/me/location-devices/{device}/history/retention")
    }
    /// Keeps the history for a number of days.
    public static var setHistoryRetention: Call<SetHistoryRetentionRequest, ResponseEnvelope<DeviceHistoryRetention>> {
        call(.put, "users/me/location-devices/{device}/history/retention")
    }
    /// Keeps the history without a limit of days.
    public static var removeHistoryRetention: Question<ResponseEnvelope<DeviceHistoryRetention>> {
        delete("users/me/location-devices/{device}/history/retention")
    }
    /// Returns the history as GPX 1.1, the oldest points first.
    public static var exportHistoryAsGPX: Question<NoBody> { read("users/me/location-devices/{device}/history.gpx") }
    /// Returns the history as a FeatureCollection of GeoJSON (RFC 7946), the oldest points first.
    public static var exportHistoryAsGeoJSON: Question<NoBody> {
        read("users/me/location-devices/{device}/history.geojson")
    }
    /// Adds the track points of a GPX file to the history.
    public static var importHistory: Call<NoBody, ResponseEnvelope<ImportedHistory>> {
        call(.post, "users/me/location-devices/{device}/history.gpx")
    }
}
