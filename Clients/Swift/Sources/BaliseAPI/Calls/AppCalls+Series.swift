extension AppCalls {
    /// Creates or changes a series of notifications.
    public static var setSeries: Call<SetSeriesRequest, ResponseEnvelope<PublishedSeries>> {
        call(.put, "notifications/series/{name}", for: .apiKey([.publish]))
    }
    /// Lists the series of a publisher.
    public static var listSeries: Question<ResponseEnvelope<SeriesPage>> {
        read("notifications/series", for: .apiKey([.publish]))
    }
    /// Reads a series and the time of its next occurrence.
    public static var getSeries: Question<ResponseEnvelope<PublishedSeries>> {
        read("notifications/series/{name}", for: .apiKey([.publish]))
    }
    /// Ends a series.
    public static var endSeries: Question<DoneResponse> {
        delete("notifications/series/{name}", for: .apiKey([.publish]))
    }
}
