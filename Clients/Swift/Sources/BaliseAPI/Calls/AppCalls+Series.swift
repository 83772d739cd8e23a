// The calls of a publisher for what it tells again and again.

extension AppCalls {
    /// Has something told again and again, or changes that.
    public static var setSeries: Call<SetSeriesRequest, ResponseEnvelope<PublishedSeries>> {
        call(.put, "notifications/series/{name}", for: .apiKey([.publish]))
    }
    /// What is told again and again.
    public static var listSeries: Question<ResponseEnvelope<SeriesPage>> {
        read("notifications/series", for: .apiKey([.publish]))
    }
    /// What is told again and again, and when the next time is.
    public static var getSeries: Question<ResponseEnvelope<PublishedSeries>> {
        read("notifications/series/{name}", for: .apiKey([.publish]))
    }
    /// Has something told no more.
    public static var endSeries: Question<DoneResponse> {
        delete("notifications/series/{name}", for: .apiKey([.publish]))
    }
}
