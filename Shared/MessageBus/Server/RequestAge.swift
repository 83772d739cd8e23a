/// Decides by its age whether a request may be started. The caller uses the service's clock, for which it has a lower
/// bound.
enum RequestAge {
    /// When a request that is read now was sent; nil if it is too old, or its age is unknown. Its caller may have given
    /// up, or have sent it to another replica.
    static func departure(of header: FrameHeader, at now: MonotonicTime, _ limits: BusLimits) -> MonotonicTime? {
        guard let sentAt = header.clock else { return nil }
        // In the future: this clock stood still, for example while the machine was suspended.
        guard sentAt <= now else { return sentAt <= now.adding(limits.clockTolerance) ? now : nil }
        return sentAt.adding(limits.maximumRequestAge) >= now ? sentAt : nil
    }
}
