<?php

declare(strict_types=1);

namespace Msingi\Live;

/**
 * Signals notices SIGTERM and SIGINT for as long as something runs, where PHP has pcntl. Handlers of the program's own
 * stay in their place.
 *
 * @internal
 */
final class Signals
{
    private bool $hasCome = false;
    private bool $wasAsync = false;
    /** @var list<int> */
    private array $taken = [];

    public function take(): void
    {
        $this->hasCome = false;
        if (!function_exists('pcntl_async_signals')) {
            return;
        }
        $this->wasAsync = pcntl_async_signals(true);
        foreach ([SIGTERM, SIGINT] as $signal) {
            if (pcntl_signal_get_handler($signal) === SIG_DFL) {
                pcntl_signal($signal, function (): void {
                    $this->hasCome = true;
                }, false);
                $this->taken[] = $signal;
            }
        }
    }

    public function hasCome(): bool
    {
        return $this->hasCome;
    }

    public function giveBack(): void
    {
        foreach ($this->taken as $signal) {
            pcntl_signal($signal, SIG_DFL);
        }
        $this->taken = [];
        if (function_exists('pcntl_async_signals')) {
            pcntl_async_signals($this->wasAsync);
        }
    }
}
